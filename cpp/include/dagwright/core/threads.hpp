#pragma once

#include <cstddef>
#include <functional>

namespace dagwright {

class RunControl;

/// Calls work(0), ..., work(count - 1), each once, on at most `threads` threads.
///
/// With one thread (or one item) everything runs on the calling thread. Otherwise the calling
/// thread only watches (RunControl::observe, every 50 ms), so that signals and callbacks get
/// through. If the system refuses threads, those that it starts do the work, or the calling thread
/// alone; results never depend on how many there are. No new item is begun once the control has
/// stopped. The first exception ends the loop and is thrown again here.
void parallel_for(unsigned threads, std::size_t count, RunControl& control,
                  const std::function<void(std::size_t)>& work);

/// The same for short work that nothing stops.
void parallel_for_all(unsigned threads, std::size_t count,
                      const std::function<void(std::size_t)>& work);

}  // namespace dagwright
