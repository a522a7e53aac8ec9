#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace prichal::app {

/// A map in the order of the latest use, which counts the bytes of its entries; the owner removes
/// the oldest. Used on one loop.
template <typename Key, typename Value, typename Hash = std::hash<Key>>
class RecentlyUsed {
 public:
  /// The bytes of an entry without those that its value has elsewhere: nodes of a list and a table,
  /// and their share of the table's buckets.
  static constexpr std::size_t kEntryBytes =
      sizeof(Key) + sizeof(Value) + sizeof(std::size_t) + 2 * sizeof(void*) +  // in the list
      sizeof(Key) + 5 * sizeof(void*) + 2 * 16;  // in the table; and the heap's own of both

  /// Finds a value, which becomes the latest and stays in place until it is erased. Null if there
  /// is none.
  [[nodiscard]] Value* Find(const Key& key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }

  /// Inserts or replaces a value. `more_bytes` are those that the value has elsewhere.
  void Insert(const Key& key, Value value, std::size_t more_bytes) {
    Erase(key);
    const std::size_t bytes = kEntryBytes + more_bytes;
    entries_.push_front(Entry{.key = key, .value = std::move(value), .bytes = bytes});
    places_.emplace(key, entries_.begin());
    bytes_ += bytes;
  }

  void Erase(const Key& key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return;
    bytes_ -= found->second->bytes;
    entries_.erase(found->second);
    places_.erase(found);
  }

  void Clear() {
    places_.clear();
    entries_.clear();
    bytes_ = 0;
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// The least recently used entry. There must be one.
  [[nodiscard]] const Key& oldest() const { return entries_.back().key; }
  [[nodiscard]] const Value& oldest_value() const { return entries_.back().value; }

 private:
  struct Entry {
    Key key;
    Value value;
    std::size_t bytes = 0;
  };

  std::list<Entry> entries_;
  std::unordered_map<Key, typename std::list<Entry>::iterator, Hash> places_;
  std::size_t bytes_ = 0;
};

/// A hash for keys that clients cannot choose: they are random, or made with one of our keys.
struct HashOfRandom {
  template <typename Key>
  std::size_t operator()(const Key& key) const {
    return std::hash<std::string_view>()(key.bytes());
  }
};

}  // namespace prichal::app
