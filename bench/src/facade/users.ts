/** How many users an upstream has. */
export const USERS = 10_000;

export interface User {
  id: string;
  name: string;
  email: string;
  about: string;
  createdAt: string;
  orders: { id: string; status: string; total: number }[];
}

/** One of the users, with three orders: 360 bytes as JSON. */
export function createUser(index: number): User {
  return {
    id: String(index),
    name: `First${index} Last${index}`,
    email: `user${index}@example.com`,
    about: `Keeps ${index} bees in a garden behind the house, and sells the honey on Saturdays.`,
    createdAt: '2026-11-01T10:00:00.000Z',
    orders: [0, 1, 2].map((n) => ({ id: `${index * 3 + n}`, status: 'pending', total: 100 * (n + 1) })),
  };
}
