#pragma once
#include <stddef.h>

/// The bytes of common.txt: sorted lines, each with its line feed. See make.py beside it.
const unsigned char *_Nonnull fairkit_common_passwords(void);
size_t fairkit_common_passwords_length(void);
