#include "documents.h"

// `#embed` (C23) costs the compiler nothing; SwiftPM's embedInCode writes an array literal, which took a minute for as much.
static const unsigned char openapi[] = {
#embed "../openapi.yaml"
};
static const unsigned char docs[] = {
#embed "../docs.html"
};
static const unsigned char policy[] = {
#embed "../docs.csp"
};

static const unsigned char account[] = {
#embed "../account.html"
};
static const unsigned char account_style[] = {
#embed "../account.css"
};
static const unsigned char account_script[] = {
#embed "../account.js"
};

Document openapi_document(void) { return (Document){openapi, sizeof openapi}; }
Document docs_document(void) { return (Document){docs, sizeof docs}; }
Document docs_policy_document(void) { return (Document){policy, sizeof policy}; }
Document account_document(void) { return (Document){account, sizeof account}; }
Document account_style_document(void) { return (Document){account_style, sizeof account_style}; }
Document account_script_document(void) { return (Document){account_script, sizeof account_script}; }
