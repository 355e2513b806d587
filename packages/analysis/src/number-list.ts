/** Numbers that become more and more, at eight bytes each. */
export class NumberList {
  length = 0;
  #numbers = new Float64Array(64);

  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length++] = value;
  }

  /** Those from a place on. */
  from(start = 0): Float64Array {
    return this.#numbers.subarray(start, this.length);
  }
}
