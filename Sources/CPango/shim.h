// Pango lays out text, cairo draws it, and fontconfig is told which fonts there are.
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <glib.h>
#include <pango/pangocairo.h>

/// Lets GLib log nothing: in the sandbox it must not look for a journal.
static inline GLogWriterOutput fairkit_write_no_log(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
    (void)level, (void)fields, (void)count, (void)data;
    return G_LOG_WRITER_HANDLED;
}
static inline void fairkit_log_nothing(void) { g_log_set_writer_func(fairkit_write_no_log, NULL, NULL); }

/// The macros of G_DECLARE types, as functions.
static inline void fairkit_unref(void *object) { g_object_unref(object); }
