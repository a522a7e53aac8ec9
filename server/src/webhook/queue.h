#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "webhook/post.h"

namespace prichal::webhook {

/// Posts on their way from the loops to the one thread that sends them. Pushing takes no lock.
class Queue {
 public:
  Queue() = default;
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  /// Drops what nobody took.
  ~Queue();

  /// Any thread. True: it was empty, and whoever takes must be woken.
  [[nodiscard]] bool Push(Post post);
  /// Appends everything that is there to `into`, oldest first.
  void TakeAll(std::vector<Post>& into);

 private:
  struct Node;
  std::atomic<Node*> newest_{nullptr};
};

}  // namespace prichal::webhook
