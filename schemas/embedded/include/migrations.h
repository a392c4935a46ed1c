#pragma once
#include <stddef.h>

/// A step of a schema: its SQL as it was when this was compiled, which ends with a zero byte.
typedef struct {
    const char *_Nonnull name;
    const unsigned char *_Nonnull sql;
} Step;

typedef struct {
    const Step *_Nonnull first;
    size_t count;
} Steps;

Steps tenant_steps(void);
Steps control_steps(void);
Steps postgres_steps(void);

const unsigned char *_Nonnull tenant_baseline(void);
const unsigned char *_Nonnull control_baseline(void);
