#pragma once
#include <stddef.h>

/// A file as it was when this was compiled.
typedef struct {
    const unsigned char *_Nonnull bytes;
    size_t length;
} Document;

/// A generated file that the server shows at a path, as it is and compressed by gzip.
typedef struct {
    const char *_Nonnull path;
    const char *_Nonnull type;
    Document plain;
    Document gzip;
} Page;

/// All of them; `count` is set to their number.
const Page *_Nonnull documentation_pages(size_t *_Nonnull count);

Document account_style_document(void);
Document alert_document(void);
Document alert_script_document(void);
Document shared_document(void);
Document shared_script_document(void);
Document common_script_document(void);
Document page_style_document(void);
Document page_script_document(void);
Document operations_document(void);
