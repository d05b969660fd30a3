#ifndef C_SET_CLOCK_H
#define C_SET_CLOCK_H

/// Sets the time of day that this process sees so many seconds forward, or back. The monotonic clocks go on. Any thread. On Linux; elsewhere
/// nothing happens.
void set_clock_by(long seconds);

#endif
