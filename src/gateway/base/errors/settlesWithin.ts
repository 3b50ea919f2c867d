/** The value of a promise; rejects if it takes longer. Responses that arrived while the event loop was blocked are read first. */
export async function settlesWithin<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    const late = () => reject(new Error(`There was no response within ${milliseconds} ms.`));
    timer = setTimeout(() => setImmediate(late), milliseconds);
  });
  try {
    return await Promise.race([promise, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
