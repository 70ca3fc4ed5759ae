#include "command_line.hpp"

#include <CLI/CLI.hpp>

#include "completion.hpp"
#include "cuelab/version.hpp"

namespace cuelab::cli {
namespace {

void add_verbosity(CLI::App& app, CommandLine& line) {
  app.add_flag("-q,--quiet", line.verbosity.quiet, "print only the summary line");
  app.add_flag("-v,--verbose", line.verbosity.verbose, "print more detail");
}

/// Adds a command with the common flags. `run` returns the exit code.
CLI::App& add_command(CLI::App& app, CommandLine& line, const char* name, const char* summary,
                      std::function<int()> run) {
  CLI::App* command = app.add_subcommand(name, summary)->group("Commands");
  add_verbosity(*command, line);
  command->callback([&line, run = std::move(run)] { line.command = run; });
  return *command;
}

/// Names an option's value in help and messages.
CLI::Option* takes(CLI::Option* option, const char* value) {
  return option->type_name(value)->option_text(value);
}

template <class Value>
CLI::Option* add_positional(CLI::App& command, const char* name, Value& value, const char* what) {
  return command.add_option(name, value, what)->option_text(" ");
}

/// `--set KEY=VALUE`, any number of times.
void add_overrides(CLI::App& command, std::vector<std::string>& overrides) {
  const char* what = "override a scene key, e.g. shot.speed=3 (repeatable)";
  takes(command.add_option("--set", overrides, what), "KEY=VALUE")->allow_extra_args(false);
}

void add_json(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "print one JSON document instead of text");
}

void declare_simulate(CLI::App& app, CommandLine& line) {
  SimulateArgs& args = line.simulate;
  CLI::App& command =
      add_command(app, line, "simulate", "simulate a scene and print a summary",
                  [&line] { return simulate_command(line.simulate, line.verbosity); });
  add_positional(command, "SCENE", args.scene, "scene file (.toml, .json) or scene name")
      ->required();
  takes(command.add_option("--engine", args.engine,
                           "event, smooth, hybrid or stepped (default: the scene's choice)"),
        "NAME");
  takes(command.add_option("--t-max", args.t_max, "stop after this many seconds"), "SECONDS");
  takes(command.add_option("--at", args.at, "also print the exact states at these times"),
        "T,T,...");
  takes(command.add_option("--derivatives", args.derivatives,
                           "also print derivatives by speed, heading, scene keys, and margins"),
        "P,P,...");
  command.add_flag("--states", args.states, "also print the states after every event");
  add_overrides(command, args.overrides);
  takes(command.add_option("-o,--out", args.out,
                           "save the run: .json (a recording, can be drawn), .csv (events)"),
        "FILE");
  takes(command.add_option("--save-final", args.save_final, "save the final position as a scene"),
        "FILE.toml");
  add_json(command, args.json);
  command.footer(R"(SCENE is a file, or the name of a scene that `cuelab scenes` lists.

Examples:
  cuelab simulate break_9ball
  cuelab simulate shot.toml --set shot.side=0.3 --set physics.cloth.sliding=0.18
  cuelab simulate shot.toml --at 0.1,0.5 --json
  cuelab simulate shot.toml --derivatives speed,heading,physics.cloth.sliding
  cuelab simulate shot.toml --engine smooth --set smooth.rel_tol=1e-10
  cuelab simulate shot.toml --out shot.json --save-final next.toml)");
}

void declare_draw(CLI::App& app, CommandLine& line) {
  DrawArgs& args = line.draw;
  CLI::App& command = add_command(app, line, "draw", "draw a scene or a recording, still or moving",
                                  [&line] { return draw_command(line.draw, line.verbosity); });
  add_positional(command, "SOURCE", args.source, "recording (.json), scene file or scene name")
      ->required();
  const auto add = [&](const char* name, std::string& value, const char* value_name,
                       const char* what) {
    return takes(command.add_option(name, value, what), value_name);
  };
  add("-o,--out", args.out, "FILE", "file to write: .svg, .png, .pdf, .gif, .mp4 or .html")
      ->required();
  add("--view", args.view, "VIEW", "top (default), side (for flight) or curves over time");
  add("--width", args.width, "PIXELS", "image width: .png (1600), .mp4 (1280), .gif (800)");
  add("--fps", args.fps, "N", "frames per second: .mp4 (30), .gif (20)");
  add("--speed", args.speed, "X", "playback speed; 1 (real time) is the default for long motions");
  add("--from", args.from, "SECONDS", "start of the film");
  add("--to", args.to, "SECONDS", "end of the film");
  add("--engine", args.engine, "NAME",
      "event, smooth, hybrid or stepped (default: the scene's choice)");
  add_overrides(command, args.overrides);
  command.footer(R"(Examples:
  cuelab draw break_9ball -o break.html            plays in a browser
  cuelab draw break_9ball -o break.mp4 --speed 0.5
  cuelab draw jump_over -o jump.png --view side --width 2400
  cuelab draw newtons_cradle -o curves.pdf --view curves
  cuelab draw shot.toml -o shot.svg --set shot.side=-0.3
  cuelab simulate shot.toml --out shot.json && cuelab draw shot.json -o shot.svg)");
}

void declare_compare(CLI::App& app, CommandLine& line) {
  CompareArgs& args = line.compare;
  CLI::App& command =
      add_command(app, line, "compare", "simulate a scene with several engines, side by side",
                  [&line] { return compare_command(line.compare, line.verbosity); });
  add_positional(command, "SCENE", args.scene, "scene file (.toml, .json) or scene name")
      ->required();
  takes(command.add_option("--engines", args.engines,
                           "two or more engines (default: all but stepped)"),
        "A,B,...");
  takes(command.add_option("--t-max", args.t_max, "stop after this many seconds"), "SECONDS");
  command.add_flag("--sensitivity", args.sensitivity,
                   "also run neighbouring strokes: how far ahead a prediction holds");
  add_overrides(command, args.overrides);
  takes(command.add_option("-o,--out", args.out, "draw the comparison: .svg, .png or .pdf"),
        "FILE");
  add_json(command, args.json);
  command.footer(
      R"(Prints which impacts are the same in every two runs, where they first diverge, how far apart the
balls are over time, energy and cost.

Examples:
  cuelab compare cut_left_side
  cuelab compare break_9ball --engines event,smooth --t-max 0.5 -o break.svg
  cuelab compare shot.toml --engines event,stepped --set stepped.time_step=1e-4 --json
  cuelab compare three_cushion --sensitivity)");
}

void declare_shape(CLI::App& app, CommandLine& line) {
  ShapeArgs& args = line.shape;
  CLI::App& command = add_command(app, line, "shape", "find the strike that does what is wanted",
                                  [&line] { return shape_command(line.shape, line.verbosity); });
  add_positional(command, "GOAL", args.goal, "goal file (.toml, .json) or goal name")->required();
  takes(command.add_option("-o,--out", args.out,
                           "all solutions: .svg, .png, .pdf, .json; or the best as a scene: .toml"),
        "FILE");
  takes(command.add_option("--region", args.region,
                           "the make region of the best solution: .svg, .png, .pdf"),
        "FILE");
  takes(command.add_option("--noise", args.noise, "errors of execution instead of the file's"),
        "NAME");
  add_json(command, args.json);
  command.footer(
      R"(Prints all distinct solutions, the most likely first, with what happens most often when they
fail; or the best miss if there is none. docs/shaping.md describes goal files.

Examples:
  cuelab shape bank_pot
  cuelab shape three_cushion -o points.svg --region point.svg
  cuelab shape masse_around -o shot.toml       and then: cuelab simulate shot.toml
  cuelab shape goal.toml --noise computational-pool-double --json)");
}

void declare_view(CLI::App& app, CommandLine& line) {
  ViewArgs& args = line.view;
  CLI::App& command = add_command(app, line, "view", "serve the web viewer on this machine",
                                  [&line] { return view_command(line.view); });
  add_positional(command, "SCENE", args.scene, "scene file or scene name to open");
  takes(command.add_option("--port", args.port, "port to listen on (default 0: any free port)"),
        "N");
  takes(command.add_option("--site", args.site, "folder of the viewer's files"), "DIR");
  command.footer(R"(The address works on this machine only.

Examples:
  cuelab view                       open the gallery
  cuelab view break_9ball           open a scene
  cuelab view shot.toml --port 9000)");
}

void declare_check(CLI::App& app, CommandLine& line) {
  CheckArgs& args = line.check;
  CLI::App& command = add_command(app, line, "check", "validate scene files",
                                  [&line] { return check_command(line.check, line.verbosity); });
  add_positional(command, "SCENE", args.scenes, "scene files or scene names")->required();
  add_overrides(command, args.overrides);
  add_json(command, args.json);
  command.footer(R"(Examples:
  cuelab check shot.toml
  cuelab check scenes/*.toml
  cuelab check shot.toml --set shot.side=0.6        would this be a miscue?)");
}

void declare_reproduce(CLI::App& app, CommandLine& line) {
  ReproduceArgs& args = line.reproduce;
  CLI::App& command =
      add_command(app, line, "reproduce", "repeat published experiments and write a report",
                  [&line] { return reproduce_command(line.reproduce, line.verbosity); });
  add_positional(command, "NAME", args.name, "experiment, or all");
  takes(command.add_option("-o,--out", args.out, "folder for the report, new or empty"), "DIR");
  takes(command.add_option("--threads", args.threads, "threads to run on (default 2)"), "N");
  command.add_flag("--brief", args.brief, "run only part of each experiment");
  command.footer(
      R"(Writes DIR/index.html, one page with tables, figures and verdicts, and the data beside it.
Without a name, lists the experiments.

Examples:
  cuelab reproduce                                 list the experiments
  cuelab reproduce all -o report
  cuelab reproduce restitution -o report)");
}

void declare_sweep(CLI::App& app, CommandLine& line) {
  SweepArgs& args = line.sweep;
  CLI::App& command = add_command(app, line, "sweep", "play many shots and store what they gave",
                                  [&line] { return sweep_command(line.sweep, line.verbosity); });
  const auto add = [&](const char* name, std::string& value, const char* value_name,
                       const char* what) {
    return takes(command.add_option(name, value, what), value_name);
  };
  add_positional(command, "STUDY", args.study, "study file (.toml, .json)")->required();
  add("-o,--out", args.out, "FILE.h5", "file for the results");
  add("--csv", args.csv, "FILE.csv", "also write the points as CSV");
  add("--plot", args.plot, "FILE", "also draw the results: .svg, .png or .pdf");
  add("--threads", args.threads, "N", "threads (default: all cores; under mpirun 1 per rank)");
  add("--chunk-range", args.chunk_range, "A:B", "play only chunks A to B - 1, for --merge");
  command.add_flag("--merge", args.merge, "play nothing, only join what has been played");
  command.add_flag("--info", args.info, "print the size of the study and play nothing");
  add_json(command, args.json);
  command.footer(
      R"(Finished parts are saved in FILE.h5.journal; the same command goes on after any interruption.

Examples:
  cuelab sweep studies/pot_chance.toml -o pot.h5 --plot pot.png
  cuelab sweep study.toml --info                   points, shots, chunks
  mpirun -n 5 cuelab sweep study.toml -o f.h5      on several computers
  cuelab sweep study.toml -o f.h5 --chunk-range 0:50   a part, then: --merge)");
}

void declare_listings(CLI::App& app, CommandLine& line) {
  CLI::App& models = add_command(app, line, "models", "list the laws, their parameters and sources",
                                 [&line] { return models_command(line.list, line.verbosity); });
  add_positional(models, "NAME", line.list.name, "only groups and laws whose name contains this");
  add_json(models, line.list.json);
  models.footer(
      R"(Laws marked "not built" may appear in a scene file, but this program cannot run them.

Examples:
  cuelab models
  cuelab models cushion              only groups and laws with "cushion" in their name
  cuelab models --json)");

  CLI::App& tables = add_command(app, line, "tables", "list the table presets",
                                 [&line] { return tables_command(line.list, line.verbosity); });
  add_positional(tables, "NAME", line.list.name, "list the parts of this table");
  add_json(tables, line.list.json);
  tables.footer(R"(Examples:
  cuelab tables
  cuelab tables snooker-12ft         every cushion, jaw, pocket and spot
  cuelab tables pool-9ft --json)");

  CLI::App& scenes = add_command(app, line, "scenes", "list the named scenes",
                                 [&line] { return scenes_command(line.scenes, line.verbosity); });
  add_positional(scenes, "NAME", line.scenes.name, "print where this scene is");
  scenes.add_flag("--text", line.scenes.text, "print the scene itself");
  add_json(scenes, line.scenes.json);
  scenes.footer(R"(Files in ./scenes come first, then the scenes built into the program.

Examples:
  cuelab scenes
  cuelab scenes mine                              print the path of ./scenes/mine.toml
  cuelab scenes break_9ball --text > shot.toml    start from a built-in scene
  cuelab scenes -q                                print only the names)");
}

void declare_schema(CLI::App& app, CommandLine& line) {
  CLI::App& command = add_command(app, line, "schema",
                                  "print the JSON Schema of scene, study or goal files", [&line] {
                                    const FileKind kind = line.of_studies ? FileKind::study
                                                          : line.of_goals ? FileKind::goal
                                                                          : FileKind::scene;
                                    return schema_command(line.keys, kind);
                                  });
  command.add_flag("--keys", line.keys, "print a table of all keys instead");
  CLI::Option* study = command.add_flag("--study", line.of_studies, "of study files");
  command.add_flag("--goal", line.of_goals, "of goal files, see `shape`")->excludes(study);
  command.footer(R"(Editors that understand JSON Schema complete and check scene files with it.

Examples:
  cuelab schema > scene.schema.json
  cuelab schema --keys               every key, its default and what is allowed
  cuelab schema --study              the same of study files
  cuelab schema --goal --keys        every key of goal files)");
}

/// Commands and options for the completion scripts.
std::vector<CommandSummary> summaries_of(const CLI::App& app) {
  std::vector<CommandSummary> commands{{app.get_name(), app.get_description(), {}}};
  for (const CLI::App* command : app.get_subcommands({})) {
    commands.push_back({command->get_name(), command->get_description(), {}});
  }
  for (CommandSummary& command : commands) {
    const bool whole = &command == commands.data();
    const CLI::App* declared = whole ? &app : app.get_subcommand(command.name);
    for (const CLI::Option* option : declared->get_options()) {
      if (!option->nonpositional()) continue;
      const bool takes_value = option->get_expected_max() > 0 && option->get_type_size() > 0;
      command.options.push_back(
          {option->get_snames(), option->get_lnames(), option->get_description(), takes_value});
    }
  }
  return commands;
}

void declare_completion(CLI::App& app, CommandLine& line) {
  CLI::App& command =
      add_command(app, line, "completion", "print a completion script for a shell",
                  [&app, &line] { return completion_command(summaries_of(app), line.shell); });
  add_positional(command, "SHELL", line.shell, "bash, zsh or fish")->required();
  command.footer(R"(Examples:
  source <(cuelab completion bash)                 for this shell only
  cuelab completion bash > ~/.local/share/bash-completion/completions/cuelab
  cuelab completion zsh  > ~/.zfunc/_cuelab
  cuelab completion fish > ~/.config/fish/completions/cuelab.fish)");
}

}  // namespace

void declare_commands(CLI::App& app, CommandLine& line) {
  app.set_version_flag("--version", std::string("cuelab ") + version, "print the version");
  app.set_help_flag("-h,--help", "explain the program or a command");
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.get_formatter()->label("REQUIRED", "");
  app.get_formatter()->column_width(34);
  app.require_subcommand(1);
  add_verbosity(app, line);
  declare_simulate(app, line);
  declare_draw(app, line);
  declare_compare(app, line);
  declare_shape(app, line);
  declare_view(app, line);
  declare_check(app, line);
  declare_reproduce(app, line);
  declare_sweep(app, line);
  declare_listings(app, line);
  declare_schema(app, line);
  declare_completion(app, line);
  app.footer(R"(Examples:
  cuelab simulate break_9ball                      simulate a named scene and print a summary
  cuelab simulate shot.toml --set shot.speed=3     change any key of the scene
  cuelab simulate shot.toml --json | jq .events    one JSON document for other programs
  cuelab simulate shot.toml --out shot.json        record the run ...
  cuelab draw shot.json -o shot.svg                ... and draw the recording
  cuelab compare break_9ball -o compare.svg        several engines, side by side
  cuelab shape bank_pot                            find the strike for a wanted outcome
  cuelab view break_9ball                          play it in the browser
  cuelab check scenes/*.toml                       validate scene files
  cuelab tables pool-9ft                           list the parts of a table
  cuelab reproduce all -o report                   repeat published experiments
  cuelab sweep study.toml -o study.h5              many shots, on all cores or a cluster

`cuelab COMMAND --help` explains a command. Lengths are in metres, angles in degrees.
Exit codes: 0 success, 1 internal failure, 2 invalid input, 130 interrupted.)");
}

}  // namespace cuelab::cli
