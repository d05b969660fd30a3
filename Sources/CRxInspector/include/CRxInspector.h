#ifndef C_RX_INSPECTOR_H
#define C_RX_INSPECTOR_H

/// Begins to record every subscription. RxInspector defines it.
void rx_inspector_begin(void);

#endif
