const SLASH = 0x2f;
const STAR = 0x2a;

/**
 * Skips the comments of a JSON file that a browser reads: `//` to the end of the line, and block
 * comments. The file is passed in pieces.
 */
export class Comments {
  /** State of the current comment. Null outside of comments. */
  #state: 'slash' | 'line' | 'block' | 'star' | null = null;

  get isOpen(): boolean {
    return this.#state !== null;
  }

  /** True if the file may end here. */
  get canEnd(): boolean {
    return this.#state === null || this.#state === 'line';
  }

  /** Begins a comment at its first slash. */
  begin(): void {
    this.#state = 'slash';
  }

  endLine(): void {
    if (this.#state === 'line') this.#state = null;
    else if (this.#state === 'star') this.#state = 'block';
  }

  /**
   * Reads a comment from an offset. Returns the offset after the part that was read, which ends
   * before a line break. Returns -1 if a slash does not begin a comment.
   */
  read(text: string, at: number): number {
    const code = text.charCodeAt(at);
    switch (this.#state) {
      case 'slash':
        if (code !== SLASH && code !== STAR) return -1;
        this.#state = code === SLASH ? 'line' : 'block';
        return at + 1;
      case 'star':
        this.#state = code === SLASH ? null : code === STAR ? 'star' : 'block';
        return at + 1;
      case 'block':
        if (code === STAR) this.#state = 'star';
        return code === STAR ? at + 1 : ordinaryEnd(/[*\n]/g, text, at);
      default:
        return ordinaryEnd(/[\r\n]/g, text, at);
    }
  }
}

function ordinaryEnd(stop: RegExp, text: string, from: number): number {
  stop.lastIndex = from;
  return stop.exec(text)?.index ?? text.length;
}
