#pragma once
#include <stddef.h>

/// A file of `schemas/`, as it was when this was compiled.
typedef struct {
    const unsigned char *_Nonnull bytes;
    size_t length;
} Document;

Document openapi_document(void);
Document docs_document(void);
Document docs_policy_document(void);
Document account_document(void);
Document account_style_document(void);
Document account_script_document(void);
