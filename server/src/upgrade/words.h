#pragma once

#include <string_view>

/// What two processes say to each other in an upgrade, in the order in which it is said. They may
/// be of different versions: a word stays what it is, and one that is not known is passed over.
namespace prichal::upgrade::words {

inline constexpr std::string_view kSocket = "socket ";  ///< and its name; with descriptors
inline constexpr std::string_view kThatIsAll = "sockets end";
inline constexpr std::string_view kBegun = "begun ";    ///< the successor, and its number
inline constexpr std::string_view kFailed = "failed ";  ///< " at any time, and the reason
inline constexpr std::string_view kPrepared =
    "prepared";                                          ///< " it needs nothing more but the files
inline constexpr std::string_view kGo = "go";            ///< the files are the successor's
inline constexpr std::string_view kServing = "serving";  ///< the successor
inline constexpr std::string_view kMain = "main";        ///< the service manager knows it

}  // namespace prichal::upgrade::words
