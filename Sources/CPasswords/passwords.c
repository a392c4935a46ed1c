#include "passwords.h"

// `#embed` (C23) costs the compiler nothing, unlike an array literal in Swift.
static const unsigned char common[] = {
#embed "common.txt"
};

const unsigned char *fairkit_common_passwords(void) { return common; }
size_t fairkit_common_passwords_length(void) { return sizeof common; }
