#include "http/loop/mailbox.h"

#include <memory>

namespace prichal::http {

Mailbox::~Mailbox() {
  Cell* cell = TakeAll();
  while (cell != nullptr) {
    const std::unique_ptr<Cell> owned(std::exchange(cell, cell->next));
  }
}

Mailbox::Pushed Mailbox::Push(Task task, bool past_bound) {
  // Concurrent pushes can exceed the limit slightly, which does no harm.
  if (!past_bound && count_.load(std::memory_order_relaxed) >= bound_) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    return Pushed::kFull;
  }
  count_.fetch_add(1, std::memory_order_relaxed);
  Cell* cell = task.TakeCell().release();
  Cell* head = newest_.load(std::memory_order_relaxed);
  do {
    cell->next = head;
  } while (!newest_.compare_exchange_weak(head, cell, std::memory_order_release,
                                          std::memory_order_relaxed));
  return head == nullptr ? Pushed::kFirst : Pushed::kMore;
}

Mailbox::Cell* Mailbox::TakeAll() {
  Cell* newest = newest_.exchange(nullptr, std::memory_order_acquire);
  Cell* oldest = nullptr;
  std::size_t taken = 0;
  while (newest != nullptr) {
    Cell* next = newest->next;
    newest->next = oldest;
    oldest = newest;
    newest = next;
    ++taken;
  }
  count_.fetch_sub(taken, std::memory_order_relaxed);
  return oldest;
}

void Mailbox::RunAll() {
  Cell* cell = TakeAll();
  while (cell != nullptr) {
    const std::unique_ptr<Cell> owned(std::exchange(cell, cell->next));
    owned->Call();
  }
}

}  // namespace prichal::http
