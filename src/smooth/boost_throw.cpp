// Boost reports invalid arguments by an exception; the core is built without exceptions.
#include <boost/throw_exception.hpp>
#include <cstdlib>
#include <exception>

#if defined(BOOST_NO_EXCEPTIONS)
namespace boost {

void throw_exception(const std::exception& /*problem*/) { std::abort(); }

void throw_exception(const std::exception& /*problem*/, const source_location& /*place*/) {
  std::abort();
}

}  // namespace boost
#endif
