/** Writes the control file of a Debian package. */

/**
 * @param {object} facts
 * @param {string} facts.name
 * @param {string} facts.version
 * @param {string} facts.arch Node's word
 * @param {string} facts.description
 * @param {string[]} facts.depends
 * @param {number} facts.bytes
 */
export function controlFile({ name, version, arch, description, depends, bytes }) {
  return `Package: ${name}
Version: ${version}
Architecture: ${debianArch(arch)}
Maintainer: The Signalbox authors <authors@signalbox.invalid>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: ${depends.join(', ')}
Recommends: ca-certificates, git
Section: devel
Priority: optional
Description: several Claude Code sessions at once
${wrapped(description)}
 .
${wrapped('It runs the claude command that is installed on this computer, and brings a demo agent for looking around without one.')}
`;
}

/** Wraps a text to Debian's line length. The blank before each line marks it as a continuation. @param {string} text */
const wrapped = (text) => text.replaceAll(/(.{1,78})(?:\s+|$)/g, ' $1\n').trimEnd();

/** @param {string} arch */
export const debianArch = (arch) => (arch === 'x64' ? 'amd64' : arch);

/** The newest C library version that any of the binaries requires, in Debian's notation. @param {Iterable<Buffer>} binaries */
export function libcDependency(binaries) {
  let newest = 0;
  for (const binary of binaries) {
    for (const [, minor] of binary.toString('latin1').matchAll(/GLIBC_2\.(\d+)/g)) newest = Math.max(newest, Number(minor));
  }
  return `libc6 (>= 2.${newest})`;
}
