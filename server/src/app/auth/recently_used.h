#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace prichal::app {

/// Values by key, in the order of their latest use. Knows what each of them costs; who owns it lets
/// the oldest go. Of one loop.
template <typename Key, typename Value, typename Hash = std::hash<Key>>
class RecentlyUsed {
 public:
  /// What an entry costs besides what its value has elsewhere: nodes of a list and a table, and
  /// their share of the table's places.
  static constexpr std::size_t kEntryBytes =
      sizeof(Key) + sizeof(Value) + sizeof(std::size_t) + 2 * sizeof(void*) +  // in the list
      sizeof(Key) + 5 * sizeof(void*) + 2 * 16;  // in the table; and the heap's own of both

  /// Null: it is not there. It is the latest then, and stays where it is until it is erased.
  [[nodiscard]] Value* Find(const Key& key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }

  /// In the place of what was there. `more_bytes`: what the value has elsewhere.
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
  /// The one whose latest use is the longest ago; there is one.
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

/// For keys that nobody chooses: they are random, or made under a key of ours.
struct HashOfRandom {
  template <typename Key>
  std::size_t operator()(const Key& key) const {
    return std::hash<std::string_view>()(key.bytes());
  }
};

}  // namespace prichal::app
