#include <zbar.h>

/// The format zbar scans: one grey byte a pixel (the fourcc macro cannot be imported).
static inline unsigned long fairkit_zbar_grey(void) { return zbar_fourcc('Y', '8', '0', '0'); }
