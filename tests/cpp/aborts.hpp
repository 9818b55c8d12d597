#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

/// Whether the work, done in a process of its own, ends in std::abort.
template <class Work>
bool aborts(const Work& work) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    std::fclose(stderr);  // the message is expected
    work();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}
