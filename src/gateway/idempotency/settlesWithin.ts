/** The value of a promise; rejects if it takes longer than this time. */
export async function settlesWithin<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    const late = () => reject(new Error(`No response within ${milliseconds} ms.`));
    timer = setTimeout(late, milliseconds);
  });
  try {
    return await Promise.race([promise, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
