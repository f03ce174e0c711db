/** The text of a file: see raw-text.mjs. */
declare module '*?raw' {
  const text: string;
  export default text;
}
