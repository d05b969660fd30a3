#define _GNU_SOURCE
#include "CFiber.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__APPLE__)
#define SYMBOL(name) "_" #name
#else
#define SYMBOL(name) #name
#endif

void fiber_enter(void);

#if defined(__x86_64__)

// What a called function must keep: rbp, rbx, r12 to r15. The return address is on the stack already.
__asm__(
    ".text\n"
    ".globl " SYMBOL(fiber_switch) "\n"
    SYMBOL(fiber_switch) ":\n"
    "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
    "  movq %rsp, (%rdi)\n"
    "  movq %rsi, %rsp\n"
    "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
    "  ret\n"
    ".globl " SYMBOL(fiber_enter) "\n"
    SYMBOL(fiber_enter) ":\n"
    "  movq %r12, %rdi\n"
    "  callq *%r13\n"
    "  ud2\n");

void *fiber_prepare(void *top, void (*run)(void *), void *argument) {
    uintptr_t *stack = (uintptr_t *)((uintptr_t)top & ~(uintptr_t)15);
    *--stack = 0;  // Keeps the stack aligned as a call would.
    *--stack = 0;  // No return address: here a backtrace ends.
    *--stack = (uintptr_t)fiber_enter;
    *--stack = 0;                    // rbp
    *--stack = 0;                    // rbx
    *--stack = (uintptr_t)argument;  // r12
    *--stack = (uintptr_t)run;       // r13
    *--stack = 0;                    // r14
    *--stack = 0;                    // r15
    return stack;
}

#elif defined(__aarch64__)

// What a called function must keep: x19 to x30 and the low halves of v8 to v15.
__asm__(
    ".text\n"
    ".globl " SYMBOL(fiber_switch) "\n"
    ".p2align 2\n"
    SYMBOL(fiber_switch) ":\n"
    "  sub sp, sp, #160\n"
    "  stp x19, x20, [sp, #0]\n  stp x21, x22, [sp, #16]\n  stp x23, x24, [sp, #32]\n"
    "  stp x25, x26, [sp, #48]\n  stp x27, x28, [sp, #64]\n  stp x29, x30, [sp, #80]\n"
    "  stp d8, d9, [sp, #96]\n  stp d10, d11, [sp, #112]\n  stp d12, d13, [sp, #128]\n  stp d14, d15, [sp, #144]\n"
    "  mov x9, sp\n"
    "  str x9, [x0]\n"
    "  mov sp, x1\n"
    "  ldp x19, x20, [sp, #0]\n  ldp x21, x22, [sp, #16]\n  ldp x23, x24, [sp, #32]\n"
    "  ldp x25, x26, [sp, #48]\n  ldp x27, x28, [sp, #64]\n  ldp x29, x30, [sp, #80]\n"
    "  ldp d8, d9, [sp, #96]\n  ldp d10, d11, [sp, #112]\n  ldp d12, d13, [sp, #128]\n  ldp d14, d15, [sp, #144]\n"
    "  add sp, sp, #160\n"
    "  ret\n"
    ".globl " SYMBOL(fiber_enter) "\n"
    ".p2align 2\n"
    SYMBOL(fiber_enter) ":\n"
    "  mov x0, x19\n"
    "  blr x20\n"
    "  brk #1\n");

void *fiber_prepare(void *top, void (*run)(void *), void *argument) {
    uintptr_t *stack = (uintptr_t *)((uintptr_t)top & ~(uintptr_t)15) - 20;
    for (int i = 0; i < 20; i++) stack[i] = 0;
    stack[0] = (uintptr_t)argument;      // x19
    stack[1] = (uintptr_t)run;           // x20
    stack[11] = (uintptr_t)fiber_enter;  // x30
    return stack;
}

#else
#error "CFiber: the context switch is written for x86-64 and arm64"
#endif

void *fiber_stack_create(size_t size) {
    size_t guard = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, size + guard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, guard, PROT_NONE) != 0) abort();
    return memory + guard + size;
}
