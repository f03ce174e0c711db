// The part of scripts.ts that a text in Latin letters does not need.
import { Script } from './scripts.ts';

/** @param c a UTF-16 code unit from U+0300 on */
export function wideScriptOf(c: number): Script {
  if (c < 0x370) return Script.Mark;
  if (c < 0x400) return c === 0x37e || c === 0x387 ? Script.None : Script.Spaced;
  if (c < 0x530) return c >= 0x482 && c <= 0x489 ? Script.Mark : Script.Cyrillic;
  if (c < 0x600) {
    if (c < 0x590) return (c >= 0x55a && c <= 0x55f) || c === 0x589 || c === 0x58a ? Script.None : Script.Spaced;
    return c < 0x5d0 ? Script.Mark : c < 0x5f3 ? Script.Spaced : Script.None;
  }
  if (c < 0x780 || (c >= 0x870 && c < 0x900)) {
    if (c < 0x620) return c >= 0x610 && c <= 0x61a ? Script.Mark : Script.None;
    if (
      c === 0x640 ||
      (c >= 0x64b && c <= 0x65f) ||
      c === 0x670 ||
      (c >= 0x6d6 && c <= 0x6ed && c !== 0x6e5 && c !== 0x6e6)
    )
      return Script.Mark;
    if (c >= 0x888 && (c < 0x8a0 || c >= 0x8ca) && c !== 0x889 && c !== 0x88a && (c < 0x88b || c > 0x88f))
      return Script.Mark;
    return (c >= 0x66a && c <= 0x66d) || c === 0x6d4 || (c >= 0x700 && c < 0x710) ? Script.None : Script.Arabic;
  }
  if (c < 0xe00) return c === 0x964 || c === 0x965 || c === 0x970 || c === 0xdf4 ? Script.None : Script.Spaced;
  if (c < 0xf00) return c === 0xe3f || c === 0xe4f || c === 0xe5a || c === 0xe5b ? Script.None : Script.Thai;
  if (c < 0x1000) return c < 0xf20 || (c >= 0xf3a && c < 0xf40) || c >= 0xfbe ? Script.None : Script.Spaced;
  if (c < 0x10a0) return c === 0x104a || c === 0x104b ? Script.None : Script.Thai;
  if (c < 0x1200) return c < 0x1100 ? (c === 0x10fb ? Script.None : Script.Spaced) : Script.Cjk;
  if (c < 0x1780) return c >= 0x1361 && c <= 0x1368 ? Script.None : Script.Spaced;
  if (c < 0x1800) return c >= 0x17d4 && c <= 0x17db && c !== 0x17d7 ? Script.None : Script.Thai;
  if (c < 0x1e00)
    return c >= 0x1d00 && c < 0x1dc0
      ? Script.Latin
      : c >= 0x1ab0 && c < 0x1b00
        ? Script.Mark
        : c >= 0x1dc0
          ? Script.Mark
          : Script.Spaced;
  if (c < 0x1f00) return Script.Latin;
  if (c < 0x2000) return Script.Spaced;
  if (c < 0x2c00) return c >= 0x20d0 && c < 0x2100 ? Script.Mark : Script.None;
  if (c < 0x2e00)
    return c < 0x2c60 || (c >= 0x2c80 && c < 0x2de0) ? Script.Spaced : c < 0x2c80 ? Script.Latin : Script.Cyrillic;
  if (c < 0x3040) return c >= 0x3005 && c <= 0x3007 ? Script.Cjk : Script.None;
  if (c < 0xa000) {
    if (
      c === 0x30fb ||
      c === 0x30a0 ||
      (c >= 0x3190 && c < 0x31a0) ||
      (c >= 0x3200 && c < 0x3400) ||
      (c >= 0x4dc0 && c < 0x4e00)
    )
      return Script.None;
    return c >= 0x3099 && c <= 0x309c ? Script.Mark : Script.Cjk;
  }
  if (c < 0xa4d0) return c < 0xa490 ? Script.Cjk : Script.None;
  if (c < 0xa960)
    return c >= 0xa640 && c < 0xa6a0 ? Script.Cyrillic : c >= 0xa720 && c < 0xa800 ? Script.Latin : Script.Spaced;
  if (c < 0xa980) return Script.Cjk;
  if (c < 0xac00)
    return c >= 0xa9e0 && c < 0xaa80 ? Script.Thai : c >= 0xab30 && c < 0xab70 ? Script.Latin : Script.Spaced;
  if (c < 0xd800) return Script.Cjk;
  if (c < 0xf900) return Script.None;
  if (c < 0xfb00) return Script.Cjk;
  if (c < 0xfe00) return c < 0xfb07 ? Script.Latin : c < 0xfb50 ? Script.Spaced : Script.Arabic;
  if (c >= 0xfe70 && c < 0xff00) return c === 0xfeff ? Script.Mark : Script.Arabic;
  return c < 0xfe10 || (c >= 0xfe20 && c < 0xfe30) ? Script.Mark : Script.None;
}
