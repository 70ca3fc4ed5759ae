#include "model_table.hpp"

namespace cuelab::cli {
namespace {

// --- parameters ----------------------------------------------------------------------------------

constexpr std::array cloth_coulomb{
    Parameter{"sliding", "0", "mu_s"}, Parameter{"rolling", "0", "mu_r"},
    Parameter{"spinning", "0", "mu_sp; spin about the vertical decays at m g R mu_sp / I"}};

constexpr std::array patch{Parameter{"coefficient", "0.2", "mu"},
                           Parameter{"radius", "3.08e-3", "of the contact patch [m]"},
                           Parameter{"distortion", "0.649", "of the pressure by rolling"},
                           Parameter{"epsilon", "1e-3", "regularisation of slip [m/s]"},
                           Parameter{"rolling_velocity", "patch", "patch, surface or mean"},
                           Parameter{"form", "exact", "exact, pade or generalised"}};

constexpr std::array elastic{Parameter{"restitution", "1", "normal velocity kept, 0..1"}};

constexpr std::array frictional{
    Parameter{"restitution", "0.95", "normal velocity kept, 0..1"},
    Parameter{"friction", "0", "mu; or alciatore; or {a, b, c}: mu = a + b exp(-c slip)"}};

constexpr std::array mirror{Parameter{"restitution", "0.85", "normal velocity kept, 0..1"}};

constexpr std::array cushion{Parameter{"restitution", "0.85", "normal velocity kept, 0..1"},
                             Parameter{"friction", "0", "mu, ball on cushion"}};

constexpr std::array cushion_work{
    Parameter{"restitution", "0.98", "of the work of the normal force, 0..1; the paper's fit"},
    Parameter{"friction", "0", "mu, ball on cushion; the paper's fit is 0.14"}};

constexpr std::array cushion_stronge{
    Parameter{"restitution", "0.85", "normal velocity kept, 0..1"},
    Parameter{"friction", "0", "mu, ball on cushion"},
    Parameter{"omega_ratio", "1.8", "tangential over normal frequency of the contact"}};

constexpr std::array slate{Parameter{"restitution", "0.5", "vertical velocity kept, 0..1"},
                           Parameter{"friction", "0", "mu, ball on slate"},
                           Parameter{"min_bounce", "0.005", "lower bounces end as sliding [m]"}};

constexpr std::array cue{Parameter{"mass", "0.567", "of the cue [kg]"},
                         Parameter{"end_mass", "0.0057", "for squirt [kg]; 0 turns squirt off"},
                         Parameter{"miscue", "0.5", "larger tip offsets / R are refused"}};

constexpr std::array damped{
    Parameter{"restitution", "0.95", "what the damping aims at, 0..1; 0.85 on a cushion"}};

constexpr std::array damped_some{
    Parameter{"restitution", "0.95", "what the damping aims at, 0.01..1; 0.85 on a cushion"}};

constexpr std::array kuwabara_kono{Parameter{"dissipation", "2.2e-6", "of the material [s]"}};

constexpr std::array coulomb{Parameter{"coefficient", "0.2", "mu"},
                             Parameter{"v0", "1e-3", "full friction above this slip [m/s]"}};

constexpr std::array ambrosio{
    Parameter{"coefficient", "0.2", "mu"},
    Parameter{"v0", "1e-4", "no friction below this slip [m/s]"},
    Parameter{"v1", "1e-3", "full friction above this slip, above v0 [m/s]"}};

constexpr std::array threlfall{Parameter{"coefficient", "0.06", "mu"},
                               Parameter{"v0", "0.01", "slip where the curve ends [m/s]"}};

constexpr std::array alciatore{Parameter{"a", "9.951e-3", "mu = a + b exp(-c slip)"},
                               Parameter{"b", "0.108", "what low slip adds"},
                               Parameter{"c", "1.088", "how fast that fades [s/m]"},
                               Parameter{"v0", "0.01", "fades linearly below this slip [m/s]"}};

constexpr std::array adaptive{
    Parameter{"rel_tol", "1e-9", "relative error per step"},
    Parameter{"abs_tol", "1", "multiplies 1e-12 m, 1e-10 m/s, 3e-9 rad/s, which follow rel_tol"},
    Parameter{"max_step", "1e-3", "[s]"}};

constexpr std::array fixed_step{Parameter{"max_step", "1e-3", "the step [s]"}};

constexpr std::array bouncing_ball{
    Parameter{"surface", "plane", "plane or tube; law and material of smooth ball_cloth"},
    Parameter{"radius", "0.028575", "of the ball [m]"},
    Parameter{"mass", "0.170097", "of the ball [kg]"},
    Parameter{"height", "0.5", "of the drop [m]"}, Parameter{"tube_radius", "0.4", "inside [m]"}};

constexpr std::array newtons_cradle{
    Parameter{"count", "5", "how many balls"},
    Parameter{"released", "1", "how many start at the angle"},
    Parameter{"release", "45", "that angle [deg]"},
    Parameter{"radius", "0.0125", "of a ball [m]"},
    Parameter{"density", "7850", "[kg/m^3]; or mass [kg]"},
    Parameter{"length", "0.15", "from the axis of the swing to a centre [m]"},
    Parameter{"strings", "2", "per ball, in a V; or 1"},
    Parameter{"spread", "0.05", "of two strings, to either side [m]"},
    Parameter{"gap", "0", "between surfaces [m]"}};

constexpr std::array ball_bearing{
    Parameter{"races", "spheres", "spheres keep the balls in one plane; or cylinders"},
    Parameter{"count", "8", "how many balls"},
    Parameter{"ball_diameter", "7.938e-3", "[m]"},
    Parameter{"mean_diameter", "31.438e-3", "of the circle of centres [m]"},
    Parameter{"bore", "15.875e-3", "[m]"},
    Parameter{"outside", "47e-3", "outside diameter [m]"},
    Parameter{"density", "7850", "[kg/m^3]"},
    Parameter{"interference", "2e-6", "of a ball with each race [m]"},
    Parameter{"frequency", "10", "of the driven outer race [Hz]"},
    Parameter{"ramp", "0.02", "time until it turns that fast [s]"},
    Parameter{"cage_stiffness", "1e6", "between neighbouring balls [N/m]"},
    Parameter{"cage_damping", "0.02", "ratio to critical damping"},
    Parameter{"axial_load", "0", "on the outer race, with cylinders only [N]"},
    Parameter{"defect", "none", "a ridge along the inner or the outer race"},
    Parameter{"defect_angle", "0", "where it starts, from x towards z [deg]"},
    Parameter{"defect_width", "5e-4", "[m]"},
    Parameter{"defect_height", "5e-6", "[m]"}};

// --- groups --------------------------------------------------------------------------------------

constexpr std::array groups{
    ModelGroup{"physics.cloth", "friction of the cloth",
               "coulomb, sliding 0.2, rolling 0.01, spinning 0.0127"},
    ModelGroup{"physics.ball_ball", "collision of two balls",
               "frictional, restitution 0.95, friction alciatore"},
    ModelGroup{"physics.cushion", "bounce off a cushion",
               "stronge, restitution 0.85, friction 0.2"},
    ModelGroup{"physics.slate", "bounce off the slate",
               "restitution 0.5, friction 0.2, min_bounce 0.005"},
    ModelGroup{"cue", "stroke of the cue", "mass 0.567, end_mass 0.0057, miscue 0.5"},
    ModelGroup{"smooth.*.law", "normal force of the smooth engine", "exact"},
    ModelGroup{"smooth.*.friction.law", "friction force of the smooth engine",
               "alciatore between balls, else ambrosio"},
    ModelGroup{"smooth.integrator", "integrator of the smooth engine", "dormand-prince"},
    ModelGroup{"smooth.reference_velocity", "velocity that scales the damping of a contact",
               "running-max"},
    ModelGroup{"smooth.attraction", "may the damped normal force pull", "clamped"},
    ModelGroup{"system.kind", "what is simulated", "pool"},
    ModelGroup{"system.constraints", "how joints are kept", "baumgarte"}};

// --- laws ----------------------------------------------------------------------------------------

constexpr std::string_view textbook = "textbook mechanics";
constexpr std::string_view sundials =
    "A. C. Hindmarsh et al., SUNDIALS, ACM Trans. Math. Softw. 31 (2005) 363-396";

constexpr std::string_view gismeros_2021 =
    "R. Gismeros Moreno et al., Synchronous contact/impact events modelling with a smooth-based "
    "approach, ECCOMAS Multibody Dynamics (2021), doi:10.3311/ECCOMASMBD2021-114";
constexpr std::string_view gismeros_2022 =
    "R. Gismeros Moreno et al., Nonlinear Dynamics 107 (2022) 1859-1886, sections 2 and 3";

#if defined(CUELAB_SUNDIALS)
constexpr bool has_sundials = true;
#else
constexpr bool has_sundials = false;
#endif

constexpr std::array laws{
    Model{"physics.cloth", "coulomb", "constant friction: sliding, rolling, spinning, each exact",
          "W. Leckie, M. Greenspan, An event-based pool physics simulator, Advances in Computer "
          "Games, LNCS 4250 (2006) 247-262",
          true, cloth_coulomb},
    Model{
        "physics.cloth", "patch", "Coulomb-Contensou friction of a finite contact patch",
        "R. I. Leine, Ch. Glocker, A set-valued force law for spatial Coulomb-Contensou friction, "
        "Eur. J. Mech. A/Solids 22 (2003) 193-216",
        false, patch},

    Model{"physics.ball_ball", "frictionless", "normal impulse only", textbook, true, elastic},
    Model{"physics.ball_ball", "frictional",
          "normal impulse and Coulomb friction, at most what stops the slip",
          "D. G. Alciatore, Technical Proof A.14, billiards.colostate.edu", true, frictional},
    Model{"physics.ball_ball", "frictional-along-impulse",
          "as frictional, with a coefficient that follows the slip as it falls during the impact",
          "the friction of Technical Proof A.14, integrated along the impulse", true, frictional},
    Model{"physics.ball_ball", "mathavan-2014",
          "impulse integration with friction between the balls and on the cloth",
          "S. Mathavan, M. R. Jackson, R. M. Parkin, Numerical simulations of the frictional "
          "collisions of solid balls on a rough surface, Sports Engineering 17 (2014), "
          "doi:10.1007/s12283-014-0158-y",
          true, frictional},

    Model{"physics.cushion", "mirror", "normal velocity reversed and scaled, spin untouched",
          textbook, true, mirror},
    Model{"physics.cushion", "han-2005", "rigid contact at nose height with friction",
          "I. Han, Dynamics in carom and three cushion billiards, J. Mech. Sci. Technol. 19 (2005) "
          "976-984",
          true, cushion},
    Model{"physics.cushion", "impulse",
          "restitution and Coulomb friction on the slanted contact normal", textbook, true,
          cushion},
    Model{"physics.cushion", "mathavan-2010",
          "impulse integration with friction at the nose and on the cloth",
          "S. Mathavan, M. R. Jackson, R. M. Parkin, A theoretical analysis of billiard ball "
          "dynamics under cushion impacts, Proc. IMechE C 224 (2010) 1863-1873",
          true, cushion_work},
    Model{"physics.cushion", "stronge", "tangential compliance: stick and slip within the contact",
          "W. J. Stronge, Planar impact of rough compliant bodies, Int. J. Impact Eng. 15 (1994) "
          "435-450",
          true, cushion_stronge},

    Model{"physics.slate", "bounce",
          "restitution and Coulomb friction, at most what stops the slip", textbook, true, slate},
    Model{"cue", "point impact",
          "impact with tip offset and elevation; squirt by the cue's end mass",
          "D. G. Alciatore, Technical Proofs A.30 and A.31, billiards.colostate.edu", true, cue},

    Model{"smooth.*.law",
          "hertz",
          "elastic, no damping",
          "H. Hertz, J. reine angew. Math. 92 (1882) 156-171",
          true,
          {}},
    Model{"smooth.*.law", "lankarani-nikravesh", "Hertz force with hysteresis damping",
          "H. M. Lankarani, P. E. Nikravesh, J. Mech. Design 112 (1990) 369-376", true, damped},
    Model{"smooth.*.law", "flores", "damping for the whole range of restitution",
          "P. Flores et al., Multibody Syst. Dyn. 25 (2011) 357-375", true, damped_some},
    Model{"smooth.*.law", "hunt-crossley", "damping proportional to the elastic force",
          "K. H. Hunt, F. R. E. Crossley, J. Appl. Mech. 42 (1975) 440-445", true, damped},
    Model{"smooth.*.law", "hu-guo", "damping from the energy balance of the impact",
          "S. Hu, X. Guo, Multibody Syst. Dyn. 35 (2015) 131-151", true, damped_some},
    Model{"smooth.*.law", "kuwabara-kono", "viscoelastic spheres",
          "G. Kuwabara, K. Kono, Jpn. J. Appl. Phys. 26 (1987) 1230-1233", true, kuwabara_kono},
    Model{"smooth.*.law", "exact", "Hunt-Crossley form whose damping gives the restitution exactly",
          "damping is the root of the restitution equation of hunt-crossley", true, damped_some},

    Model{"smooth.*.friction.law", "coulomb",
          "friction grows linearly up to a slip speed; what a plain number means", textbook, true,
          coulomb},
    Model{"smooth.*.friction.law", "threlfall", "friction grows exponentially with slip",
          "D. C. Threlfall, Mech. Mach. Theory 13 (1978) 475-483", true, threlfall},
    Model{"smooth.*.friction.law", "ambrosio", "friction grows linearly between two slip speeds",
          "J. A. C. Ambrosio, in Virtual Nonlinear Multibody Systems (2003) 57-81", true, ambrosio},
    Model{"smooth.*.friction.law", "alciatore", "coefficient falls with slip speed, fit to data",
          "D. G. Alciatore, Technical Proof A.14, billiards.colostate.edu", true, alciatore},
    Model{"smooth.*.friction.law", "patch",
          "Coulomb-Contensou friction of a finite contact patch, on the cloth only",
          "R. I. Leine, Ch. Glocker, Eur. J. Mech. A/Solids 22 (2003) 193-216", false, patch},

    Model{"smooth.integrator", "dormand-prince",
          "Runge-Kutta of order 5(4) with dense output, our own; same bits everywhere",
          "J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19-26", true, adaptive},
    Model{"smooth.integrator", "adams", "Adams-Moulton of order 1 to 12, CVODE of SUNDIALS",
          sundials, has_sundials, adaptive},
    Model{"smooth.integrator", "bdf", "backward differences of order 1 to 5, CVODE of SUNDIALS",
          sundials, has_sundials, adaptive},
    Model{"smooth.integrator", "erkstep", "Dormand-Prince 5(4), ARKODE of SUNDIALS",
          "D. R. Reynolds et al., ARKODE, ACM Trans. Math. Softw. 49 (2023)", has_sundials,
          adaptive},
    Model{"smooth.integrator", "rk4", "the classical method of order 4 with constant step",
          "W. Kutta, Z. Math. Phys. 46 (1901) 435-453", true, fixed_step},

    Model{"smooth.reference_velocity",
          "initial",
          "approach speed when the contact began",
          "as the damped laws were published",
          true,
          {}},
    Model{"smooth.reference_velocity",
          "running-max",
          "greatest approach speed of the contact so far",
          "our own: damping stays bounded in a contact that begins at rest",
          true,
          {}},
    Model{"smooth.reference_velocity",
          "a number",
          "initial, but at least this many m/s",
          "our own, as running-max",
          true,
          {}},
    Model{"smooth.attraction",
          "clamped",
          "a negative normal force is zero",
          "contacts of dry bodies do not pull",
          true,
          {}},
    Model{"smooth.attraction",
          "allowed",
          "the force of the law, whatever its sign",
          "as the damped laws were published",
          true,
          {}},

    Model{"system.kind", "pool", "the table of the scene with its balls", gismeros_2022, true, {}},
    Model{"system.kind", "newtons-cradle",
          "balls on strings in a row; if the scene says nothing: steel, hertz between balls",
          gismeros_2021, true, newtons_cradle},
    Model{"system.kind", "ball-bearing",
          "outer race driven; if the scene says nothing: steel, hertz and ambrosio (0.1, 1e-4, "
          "1e-2) on the races, which take ball_cloth and the material of the cloth",
          gismeros_2021, true, ball_bearing},
    Model{"system.kind", "bouncing-ball", "a ball dropped on a plane or inside a tube",
          gismeros_2021, true, bouncing_ball},
    Model{"system.constraints",
          "lagrange",
          "standard multipliers; joints drift",
          gismeros_2022,
          true,
          {}},
    Model{"system.constraints",
          "augmented",
          "augmented Lagrangian; bears dependent joints",
          gismeros_2022,
          true,
          {}},
    Model{"system.constraints",
          "baumgarte",
          "drift fades, alpha = beta = 5 1/s",
          gismeros_2022,
          true,
          {}},
    Model{"system.constraints",
          "direct-correction",
          "positions and velocities are put back after each step",
          gismeros_2022,
          true,
          {}}};

}  // namespace

std::span<const ModelGroup> model_groups() { return groups; }
std::span<const Model> models() { return laws; }

}  // namespace cuelab::cli
