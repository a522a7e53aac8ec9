// Fuzzes client IDs, trace IDs and numbers: an accepted text keeps its value, and a rejected one
// has an error text.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/encoding.h"
#include "base/random.h"
#include "bridge/core/client_id.h"
#include "bridge/core/requests.h"

namespace {

using namespace prichal;
using namespace prichal::bridge;

void CheckUuid(std::string_view text) {
  const auto uuid = NormalizeUuid(text);
  if (!uuid) return;
  if (uuid->size() != 36 || NormalizeUuid(*uuid) != uuid) std::abort();
  for (std::size_t i = 0; i < uuid->size(); ++i) {
    const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (is_dash != ((*uuid)[i] == '-') || (!is_dash && HexValue((*uuid)[i]) < 0)) std::abort();
  }
}

void CheckClientId(std::string_view text) {
  const auto id = ClientId::Parse(text);
  if (!id) {
    if (id.error().empty()) std::abort();
    return;
  }
  // Case is preserved: the ID is a part of the text.
  if (!IsHex(id->text()) || text.find(id->text()) == std::string_view::npos) std::abort();
  if (ClientId::Parse(id->text()) != *id) std::abort();
}

void CheckInteger(std::string_view text, int bits) {
  const auto number = bridge::ParseInteger(text, bits);
  if (!number) {
    if (!number.error().starts_with("strconv.ParseInt: parsing ")) std::abort();
    return;
  }
  const std::int64_t most = bits == 64 ? INT64_MAX : (std::int64_t{1} << (bits - 1)) - 1;
  if (*number > most || *number < -most - 1) std::abort();
  if (bridge::ParseInteger(std::to_string(*number), bits) != *number) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  CheckUuid(text);
  CheckClientId(text);
  CheckInteger(text, 32);
  CheckInteger(text, 64);
  return 0;
}
