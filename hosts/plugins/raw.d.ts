/** The text of a file: vitest and build.mjs read it so. */
declare module '*?raw' {
  const text: string;
  export default text;
}
