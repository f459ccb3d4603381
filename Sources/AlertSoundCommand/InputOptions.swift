import ArgumentParser

/// The option that says who may read sounds.
struct ImportOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Let libsndfile read other formats than CAF, AIFF and WAVE. Turn it off for uploads.")
  var `import` = true
}
