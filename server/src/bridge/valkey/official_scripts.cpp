#include "bridge/valkey/official_scripts.h"

#include "bridge/valkey/official.lua.h"

namespace prichal::app {

std::string OfficialPublishLua() { return std::string(kOfficialLua).append("return publish()"); }

std::string OfficialReadLua() { return std::string(kOfficialLua).append("return read()"); }

}  // namespace prichal::app
