#include "cuelab/draw.hpp"
#include "draw/ball_art.hpp"
#include "draw/legend.hpp"
#include "draw/mark_art.hpp"
#include "draw/path_art.hpp"
#include "draw/sheet.hpp"
#include "draw/system_art.hpp"
#include "draw/table_art.hpp"

namespace cuelab {

std::string draw_top_view(const Scene& scene, const Trajectory& trajectory) {
  using namespace draw;
  constexpr double most_height = 900.0;  // of the table alone [px]
  if (!is_pool(scene.system)) return draw_system(scene, trajectory);
  const Subject subject = subject_of(scene, trajectory);
  const View view =
      fit(subject, {margin, caption_height + 10.0}, {picture_width - 2.0 * margin, most_height});
  const Sheet sheet{.view = view,
                    .title = title_of(scene),
                    .subtitle = subtitle_of(subject),
                    .legend = legend_of(view, subject)};
  return draw_sheet(sheet, [&](Svg& svg) {
    draw_table(svg, view, scene.table);
    draw_starts(svg, view, subject);
    draw_paths(svg, view, subject);
    draw_transitions(svg, view, subject);
    draw_ends(svg, view, subject);
    draw_impacts(svg, view, subject);
  });
}

}  // namespace cuelab
