// The implementation of Boost.JSON, compiled once. Debian ships no library, only the header-only
// form.
#include <boost/json/src.hpp>
