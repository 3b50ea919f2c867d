// Packages of hosts that docs/ import and that are not installed here: what is used of them.
declare module '@nestjs/common' {
  export class HttpException extends Error {
    constructor(message: string, status: number);
    getStatus(): number;
  }
}

declare module '@prisma/client' {
  export namespace Prisma {
    class PrismaClientKnownRequestError extends Error {
      constructor(message: string, info: { code: string });
      code: string;
    }
  }
}
