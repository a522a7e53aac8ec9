#include "bridge/valkey/native_scripts.h"

#include "bridge/valkey/native.lua.h"

namespace prichal::app {

std::string PublishLua() { return std::string(kNativeLua).append("return publish()"); }

std::string ReadLua() { return std::string(kNativeLua).append("return read()"); }

}  // namespace prichal::app
