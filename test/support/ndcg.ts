/** Normalized discounted cumulative gain of the first ten (Järvelin and Kekäläinen, 2002), gains 2^grade - 1. */
export function ndcg(grades: number[], ideal: number[]): number {
  const gain = (values: number[]) =>
    values.slice(0, 10).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0)
  return gain(grades) / gain([...ideal].sort((a, b) => b - a))
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
