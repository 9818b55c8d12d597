#pragma once

namespace dagwright {

/// A run, from its first to its last step, on the thread that controls it. Everything that has to
/// end before the process does is counted.
void begin_run();
void end_run();

/// The process is about to end: stops every run, those that have not begun included, for good, and
/// waits for those of other threads. Returns whether all of them have ended within that time.
bool end_all_runs(double seconds);

/// Whether the process is about to end, and on another thread than this.
bool is_ending_elsewhere();

}  // namespace dagwright
