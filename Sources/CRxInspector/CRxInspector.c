#include "CRxInspector.h"

#include <stdlib.h>

// Runs when a program that is linked with RxInspector is loaded: the program itself need not say anything.
__attribute__((constructor)) static void begin_if_asked_for(void) {
    const char *request = getenv("RX_INSPECT");
    if (request && *request) rx_inspector_begin();
}
