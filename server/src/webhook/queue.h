#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "webhook/delivery.h"

namespace prichal::webhook {

/// Deliveries on their way from the loops to the one thread that sends them. Pushing takes no lock.
class Queue {
 public:
  Queue() = default;
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  /// Drops what was not taken.
  ~Queue();

  /// Any thread. True: it was empty, and the sending thread must be woken.
  [[nodiscard]] bool Push(Delivery delivery);
  /// Appends everything that is there to `into`, oldest first.
  void TakeAll(std::vector<Delivery>& into);

 private:
  struct Node;
  std::atomic<Node*> newest_{nullptr};
};

}  // namespace prichal::webhook
