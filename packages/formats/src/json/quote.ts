/**
 * Returns a function that quotes texts. It escapes characters outside ASCII only if the JSON file
 * does.
 */
export function quoteJson(file: string): (text: string) => string {
  const isAscii = /\\u[0-9a-f]{4}/i.test(file) && !/[\u0080-\uffff]/.test(file);
  const hasEscapedSlash = file.includes('\\/');
  if (!isAscii && !hasEscapedSlash) return JSON.stringify;
  return (text) => {
    let quoted = JSON.stringify(text);
    if (isAscii) quoted = quoted.replace(/[\u007f-\uffff]/g, escapeCodeUnit);
    return hasEscapedSlash ? quoted.replaceAll('/', '\\/') : quoted;
  };
}

function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
