#!/usr/bin/env node
// The command line of the gateway alone, without a default API.
import { readPackage } from '../project/readPackage.ts';
import { createProgram } from './createProgram.ts';
import { runProgram } from './runProgram.ts';
import { addServe } from './serve/addServe.ts';

const program = createProgram(readPackage());
addServe(program);
await runProgram(program);
