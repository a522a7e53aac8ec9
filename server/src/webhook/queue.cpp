#include "webhook/queue.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace prichal::webhook {

struct Queue::Node {
  Delivery delivery;
  Node* next = nullptr;
};

Queue::~Queue() {
  std::vector<Delivery> dropped;
  TakeAll(dropped);
}

bool Queue::Push(Delivery delivery) {
  auto owned = std::make_unique<Node>();
  owned->delivery = std::move(delivery);
  Node* node = owned.release();
  Node* before = newest_.load(std::memory_order_relaxed);
  do {
    node->next = before;
  } while (!newest_.compare_exchange_weak(before, node, std::memory_order_release,
                                          std::memory_order_relaxed));
  // Not node->next: linked, the node is the taker's.
  return before == nullptr;
}

void Queue::TakeAll(std::vector<Delivery>& into) {
  const std::size_t before = into.size();
  Node* next = newest_.exchange(nullptr, std::memory_order_acquire);
  while (next != nullptr) {
    const std::unique_ptr<Node> node(next);
    next = node->next;
    into.push_back(std::move(node->delivery));
  }
  std::reverse(into.begin() + static_cast<std::ptrdiff_t>(before), into.end());
}

}  // namespace prichal::webhook
