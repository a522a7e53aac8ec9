#pragma once

#include <gtest/gtest.h>
#include <sodium/utils.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "signin/ton/cell.h"

namespace prichal::signin::ton {

/// For tests: reads a vector file of this folder, "ton.vectors.json" or "made.vectors.json".
inline boost::json::object ReadVectors(std::string_view name) {
  std::ifstream file(std::string(PRICHAL_REPOSITORY "/server/src/signin/ton/").append(name));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return boost::json::parse({text.data(), text.size()}).as_object();
}

/// For tests: returns the objects of one group in a vector file.
inline std::vector<boost::json::object> Group(std::string_view file, std::string_view name) {
  std::vector<boost::json::object> group;
  const auto vectors = ReadVectors(file);
  for (const auto& one : vectors.at({name.data(), name.size()}).as_array()) {
    group.push_back(one.as_object());
  }
  return group;
}

/// Returns a string member. Empty if it is missing.
inline std::string Text(const boost::json::object& object, std::string_view name) {
  const auto* value = object.if_contains({name.data(), name.size()});
  if (value == nullptr || !value->is_string()) return {};
  return {value->get_string().data(), value->get_string().size()};
}

/// For tests: decodes standard base64.
inline std::vector<unsigned char> FromBase64(std::string_view text) {
  std::vector<unsigned char> bytes(text.size());
  std::size_t size = 0;
  EXPECT_EQ(sodium_base642bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &size,
                              nullptr, sodium_base64_VARIANT_ORIGINAL),
            0);
  bytes.resize(size);
  return bytes;
}

/// Parses 32 bytes in hex: a hash, a key or a seed.
inline Hash FromHex(std::string_view hex) {
  Hash bytes{};
  EXPECT_EQ(
      sodium_hex2bin(bytes.data(), bytes.size(), hex.data(), hex.size(), nullptr, nullptr, nullptr),
      0);
  return bytes;
}

}  // namespace prichal::signin::ton
