import AlertCheck
import TestSupport
import Testing

/// Makes each mistake that keeps a sound from playing, in a project that is otherwise right.
/// Without the mistake, the check finds nothing, so undoing the mistake is the fix.
struct ProjectMistakeTests {
  @Test func nothingIsFoundWithoutAMistake() throws {
    let problems = try ProjectFixture.problems(in: DemoProject())
    #expect(problems.map(\.text) == [])
  }

  @Test(arguments: ProjectMistake.all)
  func mistakeIsFoundAndFixed(mistake: ProjectMistake) throws {
    var project = try DemoProject()
    try mistake.make(&project)
    let problems = try ProjectFixture.problems(in: project)
    #expect(problems.map(\.rule).sorted() == mistake.rules, "\(problems.map(\.text))")
    #expect(problems.contains { $0.text.contains(mistake.advice) }, "\(problems.map(\.text))")
    guard let steps = mistake.steps else { return }
    try steps(&project)
    #expect(try ProjectFixture.problems(in: project).map(\.text) == [])
  }

  @Test func eachRuleHasStepsThatEndInACleanCheck() {
    let rules = Set(ProjectMistake.all.filter { $0.steps != nil }.flatMap(\.rules))
    #expect(rules.isSuperset(of: AlertRule.ofProjects.map(\.name)))
  }
}
