#include "signin/ledger/ledger.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>

#include "base/encoding.h"

namespace prichal::signin {
namespace {

std::string_view TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

std::string TextOf(const Details& details) {
  boost::json::object object;
  for (const auto& [source, text] : details) object[source] = text;
  return boost::json::serialize(object);
}

Details DetailsIn(std::string_view text) {
  boost::system::error_code error;
  const boost::json::value value = boost::json::parse(text, error);
  Details details;
  if (!value.is_object()) return details;
  for (const auto& member : value.get_object()) {
    if (const auto* said = member.value().if_string()) details[member.key()] = *said;
  }
  return details;
}

std::string TextOf(const std::vector<Proof>& proofs) {
  std::string text;
  for (const Proof& proof : proofs) {
    text += std::to_string(static_cast<int>(proof.kind)) + ':' + proof.key + ' ' +
            std::to_string(proof.time.count()) + '\n';
  }
  return text;
}

std::vector<Proof> ProofsIn(std::string_view text) {
  std::vector<Proof> proofs;
  while (!text.empty()) {
    const std::string_view line = TakeLine(text);
    const std::size_t colon = line.find(':');
    const std::size_t space = line.rfind(' ');
    if (colon == std::string_view::npos || space == std::string_view::npos || space < colon) {
      continue;
    }
    const auto kind = ParseNumber<std::uint8_t>(line.substr(0, colon));
    const auto time = ParseNumber<std::int64_t>(line.substr(space + 1));
    if (!kind || *kind == 0 || !time) continue;
    proofs.push_back({.kind = static_cast<IdentityKind>(*kind),
                      .key = std::string(line.substr(colon + 1, space - colon - 1)),
                      .time = Millis(*time)});
  }
  return proofs;
}

void AddProof(std::vector<Proof>& proofs, const Identity& identity) {
  const auto existing = std::find_if(proofs.begin(), proofs.end(), [&](const Proof& proof) {
    return proof.kind == identity.kind && proof.key == identity.key;
  });
  if (existing == proofs.end()) {
    proofs.push_back({.kind = identity.kind, .key = identity.key, .time = identity.verified});
  } else {
    existing->time = std::max(existing->time, identity.verified);
  }
}

}  // namespace prichal::signin
