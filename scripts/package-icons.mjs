/** Writes the icon formats of Windows and macOS. Both contain unchanged PNG files. */

/** @typedef {{ size: number, png: Buffer }} Picture */

/** A Windows icon: a directory with 16 bytes per picture, then the pictures, none larger than 256 pixels. @param {Picture[]} all */
export function ico(all) {
  const pictures = all.filter(({ size }) => size <= 256);
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    // Width and height have one byte each, and 0 means 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** macOS has a name for each size. @type {Record<number, string>} */
const icnsNames = { 16: 'icp4', 32: 'icp5', 64: 'icp6', 128: 'ic07', 256: 'ic08', 512: 'ic09' };

/** A macOS icon: for each picture its name, its length and its data. Sizes without a name are left out. @param {Picture[]} pictures */
export function icns(pictures) {
  const parts = pictures.flatMap(({ size, png }) => {
    const name = icnsNames[size];
    return name ? [Buffer.from(name), length(8 + png.length), png] : [];
  });
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from('icns'), length(8 + body.length), body]);
}

/** @param {number} bytes */
function length(bytes) {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(bytes);
  return buffer;
}
