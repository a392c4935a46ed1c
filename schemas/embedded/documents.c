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

Document openapi_document(void) { return (Document){openapi, sizeof openapi}; }
Document docs_document(void) { return (Document){docs, sizeof docs}; }
Document docs_policy_document(void) { return (Document){policy, sizeof policy}; }
