#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/telemetry/log.h"

namespace prichal::telemetry {

/// Writes `works` if `reason` is empty, because something works again, and otherwise `fails` with
/// the reason. `of`: fields of both lines.
inline void WriteHealth(Log& log, std::string_view reason, std::string_view works, Level level,
                        std::string_view fails, std::initializer_list<Field> of = {}) {
  std::vector<Field> fields(of);
  if (reason.empty()) return log.Write(Level::kInfo, works, fields);
  fields.emplace_back("reason", reason);
  log.Write(level, fails, fields);
}

}  // namespace prichal::telemetry
