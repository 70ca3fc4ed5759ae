#include "draw/plot.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <regex>

namespace cuelab::draw {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Plot two_lines() {
  return {.title = "Speed < before & after",
          .x = {"time", "s"},
          .y = {"speed", "m/s"},
          .series = {{.name = "first", .points = {{0.0, 0.0}, {1.0, 2.0}, {2.0, 1.0}}},
                     {.name = "second", .points = {{0.0, 1.0}, {2.0, 3.7}}}}};
}

std::size_t count(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), regex), {}));
}

TEST(Plot, EveryTickIsARoundNumberWithinTheRange) {
  EXPECT_THAT(ticks(-1.0, 1.0, 5), ElementsAre(-1.0, -0.5, 0.0, 0.5, 1.0));
  EXPECT_THAT(ticks(0.2, 4.0, 5), ElementsAre(1.0, 2.0, 3.0, 4.0));
  EXPECT_THAT(ticks(1.0, 1.0, 5), IsEmpty());
  EXPECT_THAT(ticks(0.0, std::numeric_limits<double>::infinity(), 5), IsEmpty());
  for (const double size : {3e-7, 0.04, 1.0, 7.7, 85.0, 1.3e6}) {
    for (const double low : {-0.31 * size, 0.0, 1.7 * size}) {
      const auto values = ticks(low, low + size, 8);
      EXPECT_GE(values.size(), 2U);
      EXPECT_LE(values.size(), 8U);
      EXPECT_GE(values.front(), low);
      EXPECT_LE(values.back(), low + size);
    }
  }
}

TEST(Plot, ALogarithmicAxisHasPowersOfTen) {
  EXPECT_THAT(log_ticks(1e-3, 10.0, 10), ElementsAre(1e-3, 1e-2, 0.1, 1.0, 10.0));
  EXPECT_THAT(log_ticks(0.9, 11.0, 10), ElementsAre(1.0, 2.0, 5.0, 10.0));
  EXPECT_THAT(log_ticks(1e-12, 1e6, 10),
              ElementsAre(1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e4, 1e6));
  EXPECT_THAT(log_ticks(0.0, 1.0, 5), IsEmpty());
  EXPECT_THAT(log_ticks(2.0, 1.0, 5), IsEmpty());

  Plot plot{.title = "Error",
            .x = {"step", "s", true},
            .y = {"error", "J", true},
            .series = {{.name = "a", .points = {{1e-6, 1e-9}, {1e-5, 0.0}, {1e-4, 1e-3}}}}};
  const std::string svg = plot_svg(plot);
  EXPECT_THAT(svg, HasSubstr(">10⁻⁹<"));
  EXPECT_THAT(svg, HasSubstr(">10⁻⁵<"));
  // values without a logarithm are gaps: two places without a line
  EXPECT_EQ(count(svg, "d=\"M[^\"L]*M[^\"L]*\""), 1U);
}

TEST(Plot, MarkersAreAtThePointsAndInTheLegend) {
  Plot plot = two_lines();
  plot.series[0].shown = Shown::points;
  plot.series[1].shown = Shown::both;
  const std::string svg = plot_svg(plot);
  EXPECT_EQ(count(svg, "<circle "), 4U);
  // a closed outline at two points and in the legend, a curve and its sample
  EXPECT_EQ(count(svg, "<path [^>]*Z\""), 3U);
  EXPECT_EQ(count(svg, "<path [^>]*fill=\"none\""), 2U);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(Plot, TitleAxesWithUnitsAndEverySeriesArePresent) {
  const std::string svg = plot_svg(two_lines());
  for (const char* text :
       {"Speed &lt; before &amp; after", "time [s]", "speed [m/s]", ">first<", ">second<"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
  // a curve and a sample in the legend each, in two colours
  EXPECT_EQ(count(svg, "<path "), 4U);
  EXPECT_EQ(count(svg, "stroke=\"#222222\""), 2U);
  EXPECT_EQ(count(svg, "stroke=\"#0072b2\""), 2U);
}

TEST(Plot, TheDocumentIsWellFormedAndAGapBreaksTheCurve) {
  Plot plot = two_lines();
  plot.series[0].points[1].y = std::nan("");
  for (const Plot& each : {Plot{}, two_lines(), plot}) {
    const std::string svg = plot_svg(each);
    EXPECT_EQ(count(svg, "<svg "), 1U);
    EXPECT_EQ(count(svg, "<(svg|g|text)[ >]"), count(svg, "</(svg|g|text)>"));
    EXPECT_EQ(count(svg, "<(rect|line|path) [^<>]*/>"), count(svg, "<(rect|line|path) "));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
  }
  EXPECT_EQ(count(plot_svg(plot), "d=\"M[^\"L]*M[^\"L]*\""), 1U);
}

TEST(Plot, TicksFarFromZeroAreFew) {
  // the multiples of the step are above 2^53: adding 1 to them changes nothing
  EXPECT_LE(ticks(1e18, 1e18 + 256.0, 6).size(), 6U);
}

}  // namespace
}  // namespace cuelab::draw
