# Evaluates the Homebrew formula with what it uses of Homebrew, and installs an archive as it says:
# ruby check-formula.rb RELEASE WORK. Homebrew itself is not involved.
require "digest"
require "fileutils"
require "open3"
require "pathname"

release = Pathname(ARGV.fetch(0)).realpath
work = Pathname(ARGV.fetch(1)) / "formula"
FileUtils.rm_rf(work)
work.mkpath
WORK = work.realpath

def stop(reason)
  abort "check-formula: #{reason}"
end

# A folder of an installed formula.
class Keg < Pathname
  def install(*items)
    mkpath
    items.flatten.each do |item|
      stop "#{item} isn't in the archive" unless File.exist?(item) || File.symlink?(item)
      FileUtils.mv(item, self)
    end
  end
end

# The parts of Homebrew's class that a formula for an archive uses.
class Formula
  class << self
    attr_reader :downloads, :tests

    def setting(name)
      define_singleton_method(name) { |*values| instance_variable_set("@#{name}", values) unless values.empty?; instance_variable_get("@#{name}")&.first }
    end

    def on(system, cpu = nil)
      previous = @where
      @where = [*previous, system, cpu].compact
      yield
      @where = previous
    end

    def on_linux(&block) = on("linux", &block)
    def on_macos(&block) = on("macos", &block)
    def on_intel(&block) = on("x86_64", &block)
    def on_arm(&block) = on("aarch64", &block)

    def depends_on(*) = nil

    def url(value)
      (@downloads ||= {})[@where.join("-")] = [value, nil]
    end

    def sha256(value)
      @downloads.fetch(@where.join("-"))[1] = value
    end

    def test(&block)
      @tests = block
    end
  end
  %i[desc homepage version license].each { |name| setting(name) }

  { bin: "bin", man1: "share/man/man1", bash_completion: "etc/bash_completion.d", zsh_completion: "share/zsh/site-functions",
    fish_completion: "share/fish/vendor_completions.d", doc: "share/doc/alertsound" }.each do |name, path|
    define_method(name) { Keg.new((WORK / "keg" / path).to_s) }
  end

  def version = self.class.version

  def system(*words)
    Kernel.system(*words.map(&:to_s), out: File::NULL) || stop("#{words.join(" ")} fails")
  end

  def shell_output(line) = Open3.capture2(line).first

  def assert_match(expected, actual)
    stop "#{actual.inspect} doesn't contain #{expected}" unless actual.include?(expected)
  end
end

load (release / "alertsound.rb").to_s
formula = Alertsound
%i[desc homepage version license].each { |name| stop "it has no #{name}" if formula.send(name).to_s.empty? }
stop "the description is too long for brew audit" if formula.desc.length > 80

sums = (release / "SHA256SUMS").readlines.to_h { |line| line.split.reverse }
archives = sums.keys.grep(/\Aalertsound-[\d.]+-(linux|macos)-\w+\.tar\.gz\z/)
stop "it has #{formula.downloads.length} downloads for #{archives.length} archives" if formula.downloads.length != archives.length
formula.downloads.each do |where, (url, sum)|
  name = url.split("/").last
  stop "#{name} isn't for #{where}" unless name.end_with?("-#{where}.tar.gz")
  stop "#{name} has another checksum" unless sum == sums[name] && sum == Digest::SHA256.file(release / name).hexdigest
end

# Homebrew enters the only folder of an archive.
here = "linux-#{`uname -m`.strip}"
url, = formula.downloads.fetch(here) { stop "it has no download for #{here}" }
Kernel.system("tar", "-xzf", (release / url.split("/").last).to_s, "-C", WORK.to_s, exception: true)
Dir.chdir(WORK.glob("alertsound-*").first) { formula.new.install }
FileUtils.mkdir(WORK / "test")
Dir.chdir(WORK / "test") { formula.new.instance_exec(&formula.tests) }
[%w[alertsound --version], %w[afconvert chime.caf chime.wav -d LEI16 -f WAVE], %w[afinfo -b chime.wav]].each do |name, *words|
  done = Kernel.system((WORK / "keg/bin" / name).to_s, *words, chdir: (WORK / "test").to_s, out: File::NULL)
  stop "#{name} doesn't run as installed" unless done
  stop "#{name} has no manual page" unless (WORK / "keg/share/man/man1" / "#{name}.1").exist?
end
puts "formula: its checksums are right, and it installs an archive and passes its own test (without Homebrew)"
