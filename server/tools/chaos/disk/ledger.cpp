#include "chaos/disk/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace prichal::chaos {
namespace {

bool Same(const bridge::store::Record& a, const bridge::store::Record& b) {
  return a.to == b.to && a.event_id == b.event_id && a.expires == b.expires &&
         a.envelope == b.envelope && a.fingerprint == b.fingerprint;
}

}  // namespace

bridge::store::Record MakeRecord(std::int64_t id, Millis expires, std::size_t bytes,
                                 std::mt19937_64& chance) {
  static const Fingerprints fingerprints;
  const std::string number = fmt::format("{:x}", id);
  const std::string to = std::string(bridge::ClientId::kLength - number.size(), 'a') + number;
  const bridge::ClientId from =
      *bridge::ClientId::Parse(std::string(bridge::ClientId::kLength, "bcdef"[chance() % 5]));
  std::string body = fmt::format("{} ", id);
  while (body.size() < bytes) body += static_cast<char>('a' + chance() % 26);
  const SharedBytes source = chance() % 2 == 0 ? Share("c291cmNl") : nullptr;
  return {.to = *bridge::ClientId::Parse(to),
          .event_id = id,
          .expires = expires,
          .envelope = bridge::Envelope::Make(from, fmt::format("trace-{}", id), body, source),
          .fingerprint = fingerprints.Compute({body})};
}

void Ledger::Offer(const bridge::store::Record& record) {
  last_id_ = std::max(last_id_, record.event_id);
  entries_[record.event_id].may_be.push_back(record);
}

void Ledger::Keep(std::int64_t id) {
  Entry& entry = entries_[id];
  if (entry.may_be.empty()) return;
  entry.has_to_be = entry.may_be.back();
  entry.may_be.clear();
  last_kept_ = std::max(last_kept_, id);
  ++kept_;
}

void Ledger::Release(std::int64_t id) { entries_[id].released = true; }

bool Ledger::Allows(const Entry& entry, const bridge::store::Record& record) {
  const auto is = [&](const bridge::store::Record& other) { return Same(record, other); };
  return (entry.has_to_be && is(*entry.has_to_be)) ||
         std::any_of(entry.may_be.begin(), entry.may_be.end(), is);
}

std::vector<std::string> Ledger::Compare(const std::vector<bridge::store::Record>& records,
                                         const bridge::store::Loaded& loaded, Millis now) const {
  std::vector<std::string> wrong;
  std::set<std::int64_t> given;
  std::int64_t before = 0;
  for (const bridge::store::Record& record : records) {
    const std::int64_t id = record.event_id;
    if (id <= before) wrong.push_back(fmt::format("{} was given after {}", id, before));
    before = id;
    given.insert(id);
    const auto found = entries_.find(id);
    if (found == entries_.end()) {
      wrong.push_back(fmt::format("{} is there, and was never sent, or was gone before", id));
    } else if (!Allows(found->second, record)) {
      wrong.push_back(fmt::format("{} is not as it was sent", id));
    }
    if (record.expires <= now) wrong.push_back(fmt::format("{} has expired and was given", id));
  }
  for (const auto& [id, entry] : entries_) {
    if (!entry.has_to_be || entry.released || given.contains(id)) continue;
    // Without an envelope only the ID is stored.
    if (!entry.has_to_be->envelope.empty() && entry.has_to_be->expires > now) {
      wrong.push_back(fmt::format("{} was acknowledged and is lost", id));
    }
  }
  if (loaded.last_id < last_kept_) {
    wrong.push_back(
        fmt::format("the last id is {}, and {} has been given", loaded.last_id, last_kept_));
  }
  if (key_ && last_kept_ > 0 && *key_ != loaded.fingerprints.key()) {
    wrong.emplace_back("repetitions are known by another key than before");
  }
  return wrong;
}

std::vector<std::string> Ledger::Check(const std::vector<bridge::store::Record>& records,
                                       const bridge::store::Loaded& loaded, Millis now) {
  ++checks_;
  std::vector<std::string> wrong = Compare(records, loaded, now);
  key_ = loaded.fingerprints.key();
  entries_.clear();
  for (const bridge::store::Record& record : records) {
    entries_[record.event_id].has_to_be = record;
    last_kept_ = std::max(last_kept_, record.event_id);
  }
  return wrong;
}

std::vector<std::int64_t> Ledger::owed() const {
  std::vector<std::int64_t> ids;
  for (const auto& [id, entry] : entries_) {
    if (entry.has_to_be && !entry.released) ids.push_back(id);
  }
  return ids;
}

}  // namespace prichal::chaos
