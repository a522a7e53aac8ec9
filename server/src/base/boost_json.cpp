// Boost.JSON itself, compiled once: the library has a header-only form and Debian no other.
#include <boost/json/src.hpp>
