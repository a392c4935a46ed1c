#include "documents.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// `#embed` (C23) costs the compiler nothing; SwiftPM's embedInCode writes an array literal, which took a minute for as much.
// `scripts/generate` writes this list, and the files in it.
#include "../../generated/pages.inc"

static const unsigned char account_style[] = {
#embed "../account.css"
};

static const unsigned char alert[] = {
#embed "../alert.html"
};
static const unsigned char alert_script[] = {
#embed "../alert.js"
};

static const unsigned char shared[] = {
#embed "../shared.html"
};
static const unsigned char shared_script[] = {
#embed "../shared.js"
};
static const unsigned char common_script[] = {
#embed "../common.js"
};

static const unsigned char page_style[] = {
#embed "../../Sources/FairKitPages/Assets/page.css"
};
static const unsigned char page_script[] = {
#embed "../../Sources/FairKitPages/Assets/page.js"
};

static const unsigned char operations[] = {
#embed "../../generated/operations.txt"
};

const Page *documentation_pages(size_t *count) {
    *count = sizeof pages / sizeof *pages;
    return pages;
}

Document account_style_document(void) { return (Document){account_style, sizeof account_style}; }
Document alert_document(void) { return (Document){alert, sizeof alert}; }
Document alert_script_document(void) { return (Document){alert_script, sizeof alert_script}; }
Document shared_document(void) { return (Document){shared, sizeof shared}; }
Document shared_script_document(void) { return (Document){shared_script, sizeof shared_script}; }
Document common_script_document(void) { return (Document){common_script, sizeof common_script}; }
Document page_style_document(void) { return (Document){page_style, sizeof page_style}; }
Document page_script_document(void) { return (Document){page_script, sizeof page_script}; }
Document operations_document(void) { return (Document){operations, sizeof operations}; }
